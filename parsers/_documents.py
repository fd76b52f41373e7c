"""What every reader of documents needs."""


class DocumentError(ValueError):
    """A document holds no log that can be read; ``code`` is the error's stable name."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
