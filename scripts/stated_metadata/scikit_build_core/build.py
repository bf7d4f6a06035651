"""Stands in for a build system while pip downloads a source archive.

pip wants a package's metadata even to download it, and would install and run its build
system for that. A source archive states its metadata in PKG-INFO: that is the answer.
"""
import email
import pathlib
import shutil


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    stated = email.message_from_string(pathlib.Path("PKG-INFO").read_text("utf-8"))
    name = stated["Name"].replace("-", "_")
    folder = pathlib.Path(metadata_directory, f"{name}-{stated['Version']}.dist-info")
    folder.mkdir()
    shutil.copy("PKG-INFO", folder / "METADATA")
    return folder.name
