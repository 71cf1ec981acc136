import { createHash } from 'node:crypto';

/*
 * The story of every example: Ann of Acme Data delivers the folder Prices to Bob of Bright Retail, who asks for its file; Ann accepts.
 * Olga runs the installation. A key is a field's name, or type and field: `FileView.id`, `deliver.id`.
 */

/** A field that may be missing, and is. */
export const leftOut = Symbol('left out');
/** What the field's schema says, where another place has a sample under its name; also: a field of an input that the example shows, with its usual value. */
export const usual = Symbol('usual');

/** So many bytes that look like any others, in base64url. */
export const bytes = (of: string, count: number) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(count / 32) }, (_, at) => createHash('sha256').update(`${of} ${at}`).digest()),
  )
    .subarray(0, count)
    .toString('base64url');
export const hex = (of: string) => createHash('sha256').update(of).digest('hex');
/** A UUID of version 7: its first 48 bits are a time. */
const idFrom = (time: string, of: string) =>
  `${Date.parse(time).toString(16).padStart(12, '0')}7${hex(of).slice(0, 3)}8${hex(of).slice(3, 18)}`.replace(
    /^(.{8})(.{4})(.{4})(.{4})/,
    '$1-$2-$3-$4-',
  );
export const base64 = (text: string) => Buffer.from(text).toString('base64');

export const times = {
  signedUp: '2026-10-05T08:12:40.113Z',
  submitted: '2026-10-05T09:40:18.300Z',
  approved: '2026-10-06T10:05:31.748Z',
  invited: '2026-10-06T13:20:11.004Z',
  folder: '2026-10-07T07:30:12.480Z',
  uploaded: '2026-10-07T07:31:05.902Z',
  delivered: '2026-10-07T07:35:44.215Z',
  requested: '2026-10-07T09:02:31.077Z',
  accepted: '2026-10-07T09:15:09.660Z',
  downloaded: '2026-10-07T10:01:52.391Z',
  nextMorning: '2026-10-08T02:00:03.518Z',
};
/** Lies ahead for a while yet, so that the examples can be sent as they are. */
export const end = '2030-06-30T12:00:00.000Z';

export const ids = {
  ann: idFrom(times.signedUp, 'ann'),
  acme: idFrom(times.signedUp, 'acme'),
  bob: idFrom(times.invited, 'bob'),
  bright: idFrom(times.invited, 'bright'),
  olga: idFrom(times.signedUp, 'olga'),
  session: idFrom(times.folder, 'session'),
  invitation: idFrom(times.invited, 'invitation'),
  case: idFrom(times.submitted, 'case'),
  upload: idFrom(times.uploaded, 'upload'),
  document: idFrom(times.submitted, 'document'),
  note: idFrom(times.approved, 'note'),
  folder: idFrom(times.folder, 'folder'),
  file: idFrom(times.uploaded, 'file'),
  request: idFrom(times.requested, 'request'),
  key: idFrom(times.folder, 'key'),
  passkey: idFrom(times.folder, 'passkey'),
  webhook: idFrom(times.folder, 'webhook'),
  delivery: idFrom(times.requested, 'delivery'),
  comment: idFrom(times.requested, 'comment'),
  notice: idFrom(times.requested, 'notice'),
  entry: idFrom(times.requested, 'entry'),
  call: idFrom(times.nextMorning, 'call'),
};

const origin = 'https://tradepost.example';
export const transferId = bytes('transfer', 32);
export const transferUrl = `${origin}/dashboard?id=${transferId}&expiry=${encodeURIComponent(end)}`;
export const transferBase = `/api/file-requests/${transferId}`;
export const folderBase = `/api/file-sharing/folders/${ids.folder}/files/${ids.file}`;
export const csv = 'month,port,price\n2026-10-01,Rotterdam,412.50\n2026-10-01,Santos,398.75\n';
export const profile = {
  rows: 2,
  columns: [
    { name: 'month', type: 'date' },
    { name: 'port', type: 'text' },
    { name: 'price', type: 'number' },
  ],
};
export const objectKey = `${ids.acme}/${ids.folder}/${ids.file}`;
export const password = 'Blue-Harbour-7!';
export const keyPrefix = `tp_${ids.key.replaceAll('-', '')}_`;
export const webhookSecret = `whsec_${bytes('webhook', 32)}`;
export const token = `eyJhbGciOiJFUzI1NiJ9.${base64(JSON.stringify({ sub: ids.ann })).replace(/=+$/, '')}.${bytes('token', 64)}`;

export const ann = { id: ids.ann, email: 'ann@acme.example', firstName: 'Ann', lastName: 'Archer' };
export const bob = { id: ids.bob, email: 'bob@bright.example', firstName: 'Bob', lastName: 'Baker' };
export const olga = 'olga@tradepost.example';
export const webhook = {
  url: 'https://hooks.acme.example/tradepost',
  kinds: ['request.created', 'transfer.downloaded'],
  description: 'Nightly import',
};
export const of = (name: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${name}.${field}`, value as unknown]));

/** The present of the examples. */
export const scenarioTime = times.nextMorning;
