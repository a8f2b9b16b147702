"""Counts the URLs of each site with Dask: sites.py SCHEDULER FILE BYTES

FILE has one URL per line, and all workers can read it. Each task filters a range of about BYTES bytes of it through
weburl. The output has a line for each site: the count, a tab, the site. \\N stands for all lines that are not URLs.
"""
import collections, os, subprocess, sys
from distributed import Client, as_completed


def line_start(file, at):
    """Returns the offset of the first line that begins at or after the offset at."""
    file.seek(max(at - 1, 0))  # a line begins at the offset itself if "\n" is before it
    if at > 0:
        file.readline()
    return file.tell()


def count(path, start, end):
    """Counts the sites of the lines that begin in a range of bytes."""
    with open(path, "rb") as file:
        start, end = line_start(file, start), line_start(file, end)
        file.seek(start)
        lines = file.read(end - start)
    rows = lines.replace(b"\\", b"\\\\").replace(b"\t", b"\\t")  # what the filter reads is escaped
    done = subprocess.run(["weburl", "-tsv-escaped", "-get", "site"], input=rows, stdout=subprocess.PIPE, check=True)
    return collections.Counter(done.stdout.splitlines())


if __name__ == "__main__":
    scheduler, path, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
    starts, total = range(0, os.path.getsize(path), size), collections.Counter()
    with Client(scheduler) as client:
        tasks = client.map(count, [path] * len(starts), starts, [start + size for start in starts])
        for _, counts in as_completed(tasks, with_results=True):
            total.update(counts)
    for site, n in total.most_common():
        sys.stdout.buffer.write(b"%d\t%s\n" % (n, site))
