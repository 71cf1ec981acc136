/** What a folder without texts takes in a list of folders. */
const bytesOfFolder = 1024;

/** SQL: bytes of a folder, with its texts, in a list of folders. @param folder alias of the table */
export const listedBytes = (folder: string) =>
  `${bytesOfFolder} + octet_length(${folder}.name) + octet_length(${folder}.description) + octet_length(${folder}.licence)`;
