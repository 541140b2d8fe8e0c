VERSION = "0.5.0.dev0"
