"""What a recall tells beside the present: the values of the past in order, and what is not so yet."""
