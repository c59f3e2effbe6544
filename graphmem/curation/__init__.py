"""What people set right: invalidate, correct, forget, merge, edit."""
