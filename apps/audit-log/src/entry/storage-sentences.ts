import { storageEvents } from '@tradepost/contracts/storage';
import { person } from './personal-texts';
import { listed, minute, sentencesFor, who } from './sentence';

/** Folders, files and access to them. */
export const storageSentences = sentencesFor(storageEvents, {
  folderCreated: ({ companyId, folderName }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} created the folder ${folderName}`,
  }),
  folderRenamed: ({ companyId, folderName, previousName }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} renamed the folder ${previousName} to ${folderName}`,
  }),
  folderPinChanged: ({ companyId, folderName, pinned }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} ${pinned ? 'pinned' : 'unpinned'} the folder ${folderName}`,
  }),
  folderDescribed: ({ companyId, folderName }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} changed the description or the terms of ${folderName}`,
  }),
  folderRestored: ({ companyId, folderName, files: count }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} restored the folder ${folderName}${count > 0 ? ` with ${count} ${count === 1 ? 'file' : 'files'}` : ''}`,
  }),
  folderDeleted: ({ companyId, folderName, files: count }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} deleted the folder ${folderName} with ${count} ${count === 1 ? 'file' : 'files'}`,
  }),
  folderDelivered: ({ companyId, folderName, emails }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} delivered ${folderName} to ${listed(emails.map(person), 'addresses')}`,
  }),
  accessRemoved: ({ companyId, folderName, email }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} removed the access of ${person(email)} to ${folderName}`,
  }),
  accessChanged: ({ companyId, folderName, email, until }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} gave ${person(email)} access to ${folderName} ${until ? `until ${minute(until)}` : 'without an end date'}`,
  }),
  fileUploaded: ({ companyId, folderName, name, mode }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} uploaded ${name} to ${folderName}${mode === 'e2e' ? ', end-to-end encrypted' : ''}`,
  }),
  fileSealed: ({ companyId, folderName, name, version }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} encrypted ${name} in ${folderName} end to end, as version ${version}`,
  }),
  infectedFileRejected: ({ companyId, folderName, name, signature }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} tried to upload ${name} to ${folderName}; it contains malware (${signature}) and was not stored`,
  }),
  fileEdited: ({ companyId, folderName, name }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} changed the details of ${name} in ${folderName}`,
  }),
  fileDeleted: ({ companyId, folderName, name }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} deleted ${name} from ${folderName}`,
  }),
  fileReplaced: ({ companyId, folderName, name, version }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} replaced ${name} in ${folderName} with version ${version}`,
  }),
  fileMoved: ({ companyId, folderName, name, previousFolderName }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} moved ${name} from ${previousFolderName} to ${folderName}`,
  }),
  fileRestored: ({ companyId, folderName, name }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} restored ${name} from the bin to ${folderName}`,
  }),
  binEmptied: ({ companyId, files: count }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} permanently deleted ${count} ${count === 1 ? 'file' : 'files'} from the bin`,
  }),
});
