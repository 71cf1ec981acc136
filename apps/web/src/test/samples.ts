import { isAway } from '@tradepost/contracts/absence';
import type { Company, Delegate, Member, MemberPage, User } from '@tradepost/contracts/identity';
import { permits } from '@tradepost/contracts/roles';
import type { RouteIn, RouteOut, routes } from '@tradepost/contracts/routes';
import type { RequestDetails, RequestView, TransferDetails, TransferView } from '@tradepost/contracts/requests';
import {
  fileDefaults,
  type FileView,
  type FolderView,
  type ReceivedFile,
  type ReceivedFolder,
} from '@tradepost/contracts/storage';

/** As requests and transfers list them. */
const terms = { category: 'Personal', currency: 'EUR', price: '0.50', records: 25, totalAmount: '12.50' };
const files = [
  { id: 'f1', name: 'rates.csv', mimetype: 'text/csv', size: 2_000, mode: 'managed' as const, terms },
  { id: 'f2', name: 'ports.pdf', mimetype: 'application/pdf', size: 3_000, mode: 'managed' as const, terms },
];

export const sampleRequest = (changed: Partial<RequestView> = {}): RequestView => ({
  id: 'r1',
  companyId: 'c2',
  companyName: 'Reader Ltd',
  receiverEmail: 'rita@reader.example',
  status: 'pending',
  createdAt: '2026-11-01T10:00:00.000Z',
  fileNames: files.map(({ name }) => name),
  fileIds: files.map(({ id }) => id),
  files,
  mode: 'managed',
  waitsForKey: false,
  waitsForSignature: false,
  note: null,
  intendedUse: null,
  reason: null,
  ...changed,
});

export const sampleTransfer = (changed: Partial<TransferView> = {}): TransferView => ({
  id: 't1',
  expiry: new Date(Date.now() + 86_400_000).toISOString(),
  status: 'live',
  senderCompany: 'Sender Ltd',
  receiverEmail: 'rita@reader.example',
  intendedUse: null,
  licences: [],
  maxDownloads: null,
  archive: { status: 'ready', size: 5_000, url: '/archive' },
  files: files.map(({ id, name, mimetype, size }) => ({
    key: `c1/d1/${id}`,
    fileId: id,
    name,
    contentType: mimetype,
    size,
    sha256: '0'.repeat(64),
    mode: 'managed',
    sealed: null,
    url: `/files/${id}`,
  })),
  mode: 'managed',
  grants: null,
  keyLost: false,
  ...changed,
});

export const sampleSent = (changed: Partial<TransferDetails> = {}): TransferDetails => ({
  id: 't1',
  requestId: 'r1',
  status: 'live',
  companyName: 'Reader Ltd',
  receiverEmail: 'rita@reader.example',
  createdAt: at,
  expiry: new Date(Date.now() + 86_400_000).toISOString(),
  url: '/dashboard?id=t1',
  files: files.length,
  fileNames: files.map(({ name }) => name),
  size: 5_000,
  archiveStatus: 'ready',
  mode: 'managed',
  maxDownloads: null,
  downloads: [],
  reason: null,
  licences: [],
  contents: files.map(({ id, mimetype, ...file }) => ({
    ...file,
    fileId: id,
    contentType: mimetype,
    sha256: '0'.repeat(64),
  })),
  ...changed,
});

/** A pending request, as its sender sees it. */
export const sampleDetails = (changed: Partial<RequestDetails> = {}): RequestDetails => ({
  role: 'sender',
  request: sampleRequest(),
  senderCompany: 'Sender Ltd',
  receiverCompany: 'Reader Ltd',
  transfer: null,
  history: [{ step: 'requested', at }],
  ...changed,
});

const at = '2026-11-01T10:00:00.000Z';

export const sampleFile = (changed: Partial<FileView> = {}): FileView => ({
  ...fileDefaults,
  id: 'f1',
  name: 'rates.csv',
  mimetype: 'text/csv',
  size: 2_000,
  createdAt: at,
  updatedAt: at,
  deleteFile: false,
  sha256: '0'.repeat(64),
  mode: 'managed',
  version: 1,
  scan: 'none',
  sample: null,
  ...changed,
});

export const sampleFolder = (changed: Partial<FolderView> = {}): FolderView => ({
  id: 'd1',
  name: 'Freight',
  files: [],
  count: 0,
  emails: [],
  access: [],
  description: '',
  licence: '',
  updatedAt: at,
  pinnedAt: null,
  ...changed,
});

export const sampleReceivedFolder = (changed: Partial<ReceivedFolder> = {}): ReceivedFolder => ({
  folderId: 'd1',
  folderName: 'Freight',
  companyId: 'c1',
  inviterCompany: 'Sender Ltd',
  inviterId: 'u1',
  files: [],
  count: 0,
  description: '',
  licence: '',
  since: at,
  until: null,
  ...changed,
});

export const sampleReceivedFile = (changed: Partial<ReceivedFile> = {}): ReceivedFile => ({
  fileId: 'f1',
  fileName: 'rates.csv',
  mimeType: 'text/csv',
  fileSize: 2_000,
  createdAt: at,
  updatedAt: at,
  key: 'c1/d1/f1',
  category: 'Personal',
  currency: 'EUR',
  price: '0.50',
  records: 10,
  totalAmount: '5.00',
  version: 1,
  mode: 'managed',
  scan: 'none',
  sample: null,
  sharedUrl: null,
  ...changed,
});

/** The user as a person of the company. */
export const sampleMember = ({ id, email, firstName, lastName, roles }: User): Member => ({
  id,
  email,
  firstName,
  lastName,
  roles,
  joinedAt: null,
  hasKeys: true,
  hasPersonKey: false,
  canHoldShare: false,
  absence: null,
  delegate: null,
});

function delegateOf({ absence }: Member, people: readonly Member[]): Delegate | null {
  const delegate = people.find(({ id }) => id === absence?.delegateId);
  if (!delegate) return null;
  const { id, email, firstName, lastName } = delegate;
  return { id, email, firstName, lastName, isAway: isAway(delegate, new Date()) };
}

/** Answers as the server does that has these people. */
export const membersAnswer =
  (people: () => readonly Member[]) =>
  ({ page = 1, pageSize = 50, q, role, may, people: named }: Partial<RouteIn<typeof routes.members>>): MemberPage => {
    const [first, size] = [(Number(page) - 1) * Number(pageSize), Number(pageSize)];
    const found = people().filter(
      ({ id, email, firstName, lastName, roles }) =>
        (!q || `${firstName} ${lastName} ${email}`.toLowerCase().includes(q.toLowerCase())) &&
        (!role || roles.includes(role)) &&
        (!may || permits({ roles }, may)) &&
        (!named || named.split(' ').includes(id)),
    );
    const next = first + size < found.length ? 'more' : null;
    const items = found.slice(first, first + size).map((one) => ({ ...one, delegate: delegateOf(one, people()) }));
    return { items, total: found.length, page: Number(page), pageSize: size, next };
  };

/** The answer about who is signed in. */
export const sampleMe = (user: User, changed: Partial<Company> = {}): RouteOut<typeof routes.me> => ({
  user,
  company: {
    id: user.companyId ?? 'c1',
    companyName: user.companyName ?? 'Sender Ltd',
    companyRegistrationNumber: 'HRB 77',
    taxId: null,
    country: 'Germany',
    addressLine1: 'Main Road 1',
    addressLine2: null,
    city: 'Hamburg',
    postCode: '20457',
    tradingCurrency: 'EUR',
    telephoneNumber: '+4940123456',
    contractEmail: user.email,
    billingEmail: user.email,
    requireE2E: false,
    usualExpiry: 'ask',
    ...changed,
  },
  security: { totp: false, recoveryCodesLeft: 0 },
  deletionAt: null,
  language: 'en',
  memberships: 0,
  memberInvitations: 0,
});
