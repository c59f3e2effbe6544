"""Roles and their values: who is the head coach of the club, and what that rests on."""
