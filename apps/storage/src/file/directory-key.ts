/**
 * What a file's directory is found by: without case, with a slash at its end, empty at the top level. In the order of bytes, so that all keys
 * below a directory are one range. Written as in the index `file_level`; for a file table without an alias.
 */
export const directoryKey = `(coalesce(lower(substring(name from '^.*/')), '') COLLATE "C")`;

/** After every key: the name of a directory has at most 255 bytes, and this character has four, the highest of UTF-8. */
const end = '\u{10ffff}'.repeat(64);

/** The range of keys of a directory and all below it: from the first bound on, and before the second. Empty: all. */
export const directoryRange = (directory: string): [string, string] =>
  directory ? [`${directory}/`, `${directory}0`] : ['', end];

/**
 * Whether a directory of the folder has this name, as SQL. Ordered, so that the index is read whatever the planner knows of the folder.
 * @param folder, name SQL expressions
 */
export const isDirectory = (folder: string, name: string) => `(
  SELECT true FROM file WHERE folder_id = ${folder} AND current_version IS NOT NULL AND deleted_at IS NULL
    AND ${directoryKey} >= lower(${name}) || '/' AND ${directoryKey} < lower(${name}) || '0' ORDER BY ${directoryKey} LIMIT 1) IS TRUE`;
