import type { Limit } from './limit';

const [day, megabyte] = [86_400, 1024 ** 2];

/** Of what stays stored. */
export const storedLimits = {
  documentVersions: {
    resource: 'Uploads of one registration document',
    per: 'company',
    setting: 'DOCUMENT_VERSIONS_PER_DAY',
    amount: 5,
    windowSeconds: day,
    message: 'This document was replaced too often today. Please try again tomorrow.',
  },
  documentBytes: {
    resource: 'Registration documents',
    per: 'company',
    setting: 'DOCUMENT_BYTES_PER_COMPANY',
    amount: 500 * megabyte,
    unit: 'bytes',
    message: 'The documents of your registration take up too much space',
  },
  folderBytes: {
    resource: 'Folders and their texts',
    per: 'company',
    setting: 'FOLDER_BYTES_PER_COMPANY',
    amount: 3 * megabyte,
    unit: 'bytes',
    message: 'Your folders and their texts take up too much space. Please delete folders or shorten texts.',
  },
  fileVersions: {
    resource: 'Versions of one file',
    per: 'company',
    setting: 'VERSIONS_PER_FILE',
    amount: 2_000,
    message:
      'This file has as many versions as a file can have. Replaced ones are deleted after 30 days, or when the transfers that need them end. Until then, upload a new file.',
  },
  archiveBytes: {
    resource: 'Stored archives',
    per: 'company',
    setting: 'ARCHIVE_BYTES_PER_COMPANY',
    amount: 20 * 1024 * megabyte,
    unit: 'bytes',
    message: 'The archives of your transfers take up too much space. Revoke a transfer, or wait until one has expired.',
  },
  ledgerBytes: {
    resource: 'Records of encrypted deliveries',
    per: 'account',
    setting: 'LEDGER_BYTES_PER_DAY',
    amount: 100 * megabyte,
    unit: 'bytes',
    windowSeconds: day,
    message: 'Too many encrypted deliveries were recorded today. Please try again later.',
  },
  keyBundles: {
    resource: 'New and restated encryption keys',
    per: 'account',
    setting: 'KEY_BUNDLES_PER_DAY',
    amount: 20,
    windowSeconds: day,
    message: 'Your encryption keys were changed too often today. Please try again tomorrow.',
  },
  recoveries: {
    resource: 'Recovery shares and requests',
    per: 'account',
    setting: 'RECOVERIES_PER_DAY',
    amount: 20,
    windowSeconds: day,
    message: 'The recovery of your company was changed too often today. Please try again tomorrow.',
  },
  keyHandovers: {
    resource: 'Requests for a person’s key by a new device',
    per: 'account',
    setting: 'KEY_HANDOVERS_PER_DAY',
    amount: 20,
    windowSeconds: day,
    message: 'Your devices have asked for your key too often today. Please try again tomorrow.',
  },
  archivesBuilding: {
    resource: 'Archives being built',
    per: 'company',
    setting: 'ARCHIVES_BUILDING_PER_COMPANY',
    amount: 100,
    message: 'Too many archives of your company are being built. Please try again in a moment.',
  },
} as const satisfies Record<string, Limit>;
