import { identity } from '@tradepost/contracts/identity';
import { requests } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { storage } from '@tradepost/contracts/storage';
import type { Field } from './fields';

const shown = 'shown to people, and nothing depends on it';
const terms = 'terms of the sender’s company, which nobody signs';
const enforced = 'only the server enforces it';
const ownKey = 'the sender proves own grants with the own key';
const listed = 'the list of the folder has it, and the description is compared with that';
const archive = 'a download: each of its files is opened with its key and compared with its sealed hash';

/** Fields that no client has to check, by command, each with the reason. Every other one is refused when a server lies about it. */
export const harmless: Record<string, Record<Field, string>> = {
  [identity.contactKeys.subject]: {
    '[]': 'the person names the contact',
    '[].companyName': shown,
  },
  [identity.keys.subject]: {
    epoch: 'the epoch that counts is that of bundle and vault, which is bound to the keys',
    'keys.recoverySaved': 'only whether a notice is shown',
  },
  [identity.login.subject]: {
    enrol: enforced,
    token: 'the server’s own, and only returned',
    'user.companyId': shown,
    'user.companyName': shown,
    'user.firstName': shown,
    'user.kycStatus': shown,
    'user.lastName': shown,
    'user.roles[]': shown,
    'user.sso': shown,
    'user.withoutPassword': 'only which dialog asks for what opens the key',
    'user.totalStorage': shown,
    'user.userType': shown,
  },
  [identity.personKey.subject]: {
    'key.kind': 'only which dialog asks for what opens the key: each wrap is bound to its kind',
  },
  [identity.keyHandover.subject]: {
    'handover.agent': shown,
    'handover.expiresAt': enforced,
    'handover.given': 'only whether this device waits or takes: what it takes is opened with its fresh key',
    'handover.ip': shown,
    'handover.startedHere': 'only whether the page offers to give: that takes the number of the device that asks',
  },
  [identity.ownKey.subject]: {
    'apiKey.addresses[]': enforced,
    'apiKey.allowance': enforced,
    'apiKey.createdAt': shown,
    'apiKey.createdBy': shown,
    'apiKey.expiresAt': shown,
    'apiKey.id': 'names the program in the own ledger, where nothing depends on it',
    'apiKey.lastUsedAt': shown,
    'apiKey.lastUsedIp': shown,
    'apiKey.name': shown,
    'apiKey.prefix': shown,
    'apiKey.revokedAt': enforced,
    'apiKey.scopes[]': enforced,
    'apiKey.sealing': shown,
    'owner.companyId': shown,
    'owner.companyName': shown,
    'owner.email':
      'the keys state the address; it is only used for keys that do not yet, and then the owner’s contacts refuse another one',
    'owner.userType': shown,
  },
  [identity.handover.subject]: {
    'handover.createdAt': shown,
    'handover.expiresAt': enforced,
    'handover.to.email': shown,
    'handover.to.firstName': shown,
    'handover.to.lastName': shown,
  },
  [identity.recovery.subject]: {
    'lost[]': shown,
    'request.approvedBy[]': shown,
    'request.expiresAt': enforced,
  },
  [identity.startProof.subject]: {
    state: 'the server’s own, sealed by it, and only returned',
  },
  [requests.sealingTargets.subject]: {
    'files[].sealedSize': 'the length of a download',
    'granted.sender.address': ownKey,
    'granted.sender.createdAt': ownKey,
    'granted.sender.epoch': ownKey,
    'granted.sender.hpkePublic': ownKey,
    'granted.sender.selfSignature': ownKey,
    'granted.sender.signPublic': ownKey,
    'granted.sender.suite': ownKey,
  },
  [requests.toSign.subject]: {
    'requests[].companyName': shown,
    'requests[].files[].mimetype': 'the person chose the files before',
    'requests[].files[].name': 'the person chose the files before',
    'requests[].files[].size': 'the person chose the files before',
    'requests[].intendedUse': 'the client signs what the person wrote, or what was shown',
    'requests[].note': 'the client signs what the person wrote, or what was shown',
  },
  [requests.transfer.subject]: {
    'archive.manifest.manifest': archive,
    'archive.manifest.sig': archive,
    'archive.size': archive,
    'archive.status': archive,
    'archive.url': archive,
    'files[].content.data[]': 'the client does not ask for it',
    'files[].key': shown,
    'files[].mode': 'whether a file is sealed is proven by its grant',
    'files[].sealed.sealedSize': 'the length of a download',
    'files[].sha256': 'of a sealed file the sealed hash counts',
    'files[].terms': terms,
    'files[].terms.category': terms,
    'files[].terms.currency': terms,
    'files[].terms.price': terms,
    'files[].terms.records': terms,
    'files[].terms.totalAmount': terms,
    'files[].url': archive,
    id: 'the grants name the request, which the receiver has signed',
    keyLost: shown,
    'licences[]': terms,
    'licences[].folderName': terms,
    'licences[].terms': terms,
    maxDownloads: enforced,
    mode: 'follows from the files',
    receiverEmail: 'of the reader, who knows it',
    senderCompany: shown,
    status: enforced,
  },
  [storage.file.subject]: {
    category: shown,
    createdAt: shown,
    currency: shown,
    deleteFile: shown,
    folderId: listed,
    id: listed,
    mimetype: listed,
    mode: listed,
    name: listed,
    numberOfRecords: shown,
    preview: shown,
    previewUrl: shown,
    price: shown,
    profile: shown,
    'profile.columns[]': shown,
    'profile.columns[].empty': shown,
    'profile.columns[].name': shown,
    'profile.columns[].type': shown,
    'profile.rows': shown,
    'profile.sheet': shown,
    sample: shown,
    scan: shown,
    'sealed.sealedSize': 'the length of a download',
    sha256: listed,
    size: listed,
    totalAmount: shown,
    updatedAt: shown,
    url: shown,
    version: listed,
  },
};

const stored = 'only whether the call succeeded: the next reading proves what was stored';
const uploads = 'files of any mode: a sealed one was sealed before, and is opened with its key';

const ownContent = '`openOwnFile` opens it only as the chosen file and version (`sealed-content.spec.ts`)';

/** Calls about which the table has no lies, each with the reason. */
export const notLiedAbout: Partial<Record<keyof typeof routes, string>> = {
  acceptHandover: stored,
  acceptProof: stored,
  addPersonKeyPasskey: stored,
  appendCompanyLedger: stored,
  appendLedger: stored,
  approveRecovery: stored,
  changePassword: stored,
  commitParts: uploads,
  companyLedger: 'the same code reads it as the answer of `ledger`',
  createApiKey: 'shown; the client makes the sealing key, and never sends it',
  createKeys:
    'the client uses the vault and the bundle that it made; only whether a notice about the recovery key is shown',
  createPersonKey: 'the client uses the key that it made',
  createSsoPersonKey: 'as createPersonKey',
  endRecovery: stored,
  finishRecovery: stored,
  createFolder: 'only its id is used, which must be the chosen one (`new-folder.spec.ts`); the rest is shown',
  createRequest: 'the statements were signed before the call; the answer is shown',
  createUpload: uploads,
  directParts:
    'sealed parts go to any address that the server names, without a token; a part is stored once the server commits it (`direct-parts.spec.ts`, `joined-parts.spec.ts`)',
  giveCompanyKey: stored,
  giveKeyHandover: stored,
  manifestKey: archive,
  members:
    'shown to people, who choose among them; each key is checked against its person and the ledger (`keyHolders`), and pages without an end are refused (`all-members.spec.ts`)',
  movePassword: stored,
  putPart: 'not read',
  restateKeys: stored,
  rewrapVault: stored,
  rotateKeys: 'as createKeys',
  removeLedgerEntries: stored,
  me: 'only whether an API key gets a sealing key, which the answer shows; one for another person opens nothing',
  saveRecovery: stored,
  startKeyHandover: 'only until when the number is shown',
  startHandover: 'the record names the member before the call; the answer is shown',
  startRecovery: stored,
  signRequest: 'as createRequest',
  transferFile: archive,
  transferRanges: archive,
  versionContent: ownContent,
  versionRanges: ownContent,
  uploadFiles: uploads,
  uploadParts:
    'only which parts are sent again; a part that would be sealed from other content is not sent (`uploader.spec.ts`)',
};

const passkeyVault =
  'a wrap opens only with the output of the passkey that it was made for, and only the vault of its owner (`passkey.spec.ts`)';

/** Calls with keys or sealed files that pages make directly, each with the function that opens the answer. */
export const openedElsewhere: Partial<Record<keyof typeof routes, string>> = {
  fileContent: ownContent,
  passkeyLogin: passkeyVault,
  passkeyLoginReceiver: passkeyVault,
  receivedSample: 'shown before there is a grant, without a claim about who made it',
  versions: ownContent,
};
