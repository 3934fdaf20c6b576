"""How the shipped evaluators came to be; never imported by the other floors."""
