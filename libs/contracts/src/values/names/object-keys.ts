/** Where the bytes of an upload are stored. Ids alone: names of users never reach a key. */
export const objectKeyOf = ({ companyId, folderId, upload }: { companyId: string; folderId: string; upload: string }) =>
  `${companyId}/${folderId}/${upload}`;
