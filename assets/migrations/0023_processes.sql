-- Several processes share a database of a server, never a file: nothing changes here.
SELECT 1;
