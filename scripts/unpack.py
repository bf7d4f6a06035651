"""Unpacks a wheel or source archive, or joins members of several wheels in one file.

    unpack.py FOLDER ARCHIVE
    unpack.py --join PATTERN FILE ARCHIVE...
"""
import fnmatch
import shutil
import sys
import tarfile
import zipfile


def unpack(folder, archive):
    if archive.endswith(".whl"):
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)
        return
    with tarfile.open(archive) as source:
        # The filter that refuses members outside the folder came with Python 3.11.4.
        if hasattr(tarfile, "data_filter"):
            source.extractall(folder, filter="data")
        else:
            source.extractall(folder)


def join(pattern, target, archives):
    with open(target, "wb") as out:
        for archive in archives:
            with zipfile.ZipFile(archive) as wheel:
                members = sorted(fnmatch.filter(wheel.namelist(), pattern))
                if len(members) != 1:
                    sys.exit(f"{archive}: {len(members)} members match {pattern}, not one")
                with wheel.open(members[0]) as part:
                    shutil.copyfileobj(part, out, 1 << 20)


try:
    if sys.argv[1] == "--join":
        join(sys.argv[2], sys.argv[3], sys.argv[4:])
    else:
        unpack(sys.argv[1], sys.argv[2])
except OSError as error:
    sys.exit(f"unpack: {error}")
