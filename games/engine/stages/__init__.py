"""What a hand is made of. Each stage says who may act, what they may do, and what an action changes."""
