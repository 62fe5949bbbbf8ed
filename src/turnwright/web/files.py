"""The files that pages are made of."""

from __future__ import annotations

from typing import Any

from litestar.file_system import BaseLocalFileSystem
from litestar.types import PathType
from litestar.types.file_types import FileInfo


class Files(BaseLocalFileSystem):
    """Files on this computer; what can't be the name of one names none."""

    async def info(self, path: PathType, **kwargs: Any) -> FileInfo:
        """What is known of a file; raises FileNotFoundError where there is none."""
        try:
            return await super().info(path, **kwargs)
        except (OSError, ValueError) as error:
            raise FileNotFoundError(path) from error
