"""Compiled code: one idea a module, every function a kernel."""
