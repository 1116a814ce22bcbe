"""The page in a browser, without a server: its routes are asked by messages, agents choose in an exported engine."""
