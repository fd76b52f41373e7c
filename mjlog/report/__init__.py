"""What people would rather look at than read: games as players tell them, charts, the HTML report."""
