"""What in a message is not the speaker's own: quotations, mails, logs, code, texts to work on, invented cases. Pure."""
