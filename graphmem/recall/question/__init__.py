"""What a question asks: who asks, for which relation, in which words of five languages."""
