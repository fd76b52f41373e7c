"""What every reader of documents needs."""

from typing import Final

from mjlog.vocabulary import ErrorCode


class DocumentError(ValueError):
    """A document holds no log that can be read; ``code`` is the error's stable name."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


TOO_DEEP: Final = DocumentError(ErrorCode.BAD_JSON, "brackets are nested more deeply than in any log")
"""Of JSON that no decoder follows to its end."""
