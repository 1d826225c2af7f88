"""A small counterpart of Discord for bots: REST and gateway, with the faults that a test asks for."""

from .server import Counterpart

__all__ = ["Counterpart"]
