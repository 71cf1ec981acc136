export interface FolderRef {
  companyId: string;
  companyName: string;
  folderId: string;
  folderName: string;
}
