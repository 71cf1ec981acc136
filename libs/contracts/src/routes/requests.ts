import { identity } from '../identity';
import { requests } from '../requests';
import { del, get, post, type Route } from './route';

export const requestRoutes = {
  createRequest: post('/file-requests/create', requests.create, {
    allow: 'any',
    kyc: true,
    key: 'read',
    status: 201,
    idempotent: true,
    wire: { files: 'fileData', requesterId: 'requestId', receiverEmail: 'reciverEmail' },
    self: { requesterId: 'userId', receiverEmail: 'email' },
  }),
  requestsToSign: post('/file-requests/to-sign', requests.toSign, { allow: 'any', kyc: true, key: 'read' }),
  signRequest: post('/file-requests/sign', requests.sign, { allow: 'any', kyc: true, key: 'read' }),
  companyRequests: post('/file-requests/company', requests.ofCompany, {
    allow: 'sender',
    kyc: true,
    key: 'read',
    self: { id: 'user-or-company' },
  }),
  myRequests: post('/file-requests/mine', requests.mine, {
    allow: 'any',
    kyc: true,
    key: 'read',
    self: { id: 'user-or-company' },
  }),
  requestDetails: get('/file-requests/:id/details', requests.details, { allow: 'any', kyc: true, key: 'read' }),
  searchRequests: get('/file-requests/search', requests.search, { allow: 'any', kyc: true, key: 'read' }),
  createStepUpCode: post('/file-requests/create-password', requests.createCode, {
    allow: 'sender',
    kyc: true,
    key: 'accept',
    self: { email: 'email' },
  }),
  verifyStepUpCode: post('/file-requests/verify-token', requests.verifyCode, {
    allow: 'sender',
    kyc: true,
    key: 'accept',
  }),
  startPasskeyStepUp: post('/file-requests/passkey-challenge', identity.startPasskeyStepUp, {
    allow: 'sender',
    kyc: true,
  }),
  verifyStepUpPasskey: post('/file-requests/verify-passkey', requests.verifyPasskey, { allow: 'sender', kyc: true }),
  sealingTargets: post('/file-requests/to-seal', requests.sealingTargets, {
    allow: 'sender',
    kyc: true,
    key: 'accept',
  }),
  manifestKey: get('/file-requests/manifest-key', requests.manifestKey, { allow: 'public' }),
  confirmRequest: post('/file-requests/confirmation', requests.confirm, { allow: 'sender', kyc: true, key: 'accept' }),
  rejectRequest: post('/file-requests/reject', requests.reject, { allow: 'sender', kyc: true, key: 'accept' }),
  rejectRequests: post('/file-requests/reject-many', requests.rejectMany, {
    allow: 'sender',
    kyc: true,
    key: 'accept',
  }),
  approvalRule: get('/file-requests/approval-rule', requests.approvalRule, { allow: 'sender', kyc: true }),
  setApprovalRule: post('/file-requests/approval-rule', requests.setApprovalRule, { allow: 'sender', kyc: true }),
  approveRequest: post('/file-requests/:id/approval', requests.approve, { allow: 'sender', kyc: true }),
  withdrawApproval: del('/file-requests/:id/approval', requests.withdrawApproval, { allow: 'sender', kyc: true }),
  assignRequest: post('/file-requests/:id/assignee', requests.assign, { allow: 'sender', kyc: true, key: 'accept' }),
  unassignRequest: del('/file-requests/:id/assignee', requests.unassign, { allow: 'sender', kyc: true, key: 'accept' }),
  comments: get('/file-requests/:id/comments', requests.comments, { allow: 'any', kyc: true, key: 'read' }),
  comment: post('/file-requests/:id/comments', requests.comment, {
    allow: 'any',
    kyc: true,
    key: 'read',
    status: 201,
    idempotent: true,
  }),
  ownComments: get('/file-requests/comments', requests.ownComments, { allow: 'any', key: 'read' }),
  withdrawRequest: del('/file-requests/:id', requests.withdraw, { allow: 'any', kyc: true, key: 'read' }),
  transfers: get('/file-requests/transfers', requests.transfers, {
    list: true,
    allow: 'sender',
    kyc: true,
    key: 'read',
  }),
  myTransfers: get('/file-requests/transfers/mine', requests.myTransfers, { list: true, allow: 'any', key: 'read' }),
  /** With `?content=inline` each file contains its bytes as `content.data`, if all files total at most 1 MiB. */
  transfer: post('/file-requests/Id-files', requests.transfer, { allow: 'any', key: 'read' }),
  transferFile: get('/file-requests/:transferId/files/:fileId', requests.openFile, {
    allow: 'any',
    key: 'read',
    answer: 'bytes',
  }),
  /**
   * Addresses of the object store for ranges of an end-to-end encrypted file, instead of `transferFile`. Begin with that call, which counts the download, and read
   * the rest within five minutes, each with exactly its range (`Range: bytes=start-last`). The installation may not offer it: then there are no addresses.
   */
  transferRanges: post('/file-requests/:transferId/files/:fileId/direct', requests.directRanges, {
    allow: 'any',
    key: 'read',
  }),
  transferArchive: get('/file-requests/:transferId/archive', requests.openArchive, {
    allow: 'any',
    key: 'read',
    answer: 'bytes',
  }),
  /** Addresses of the object store for ranges of the archive that lie in an end-to-end encrypted file; as `transferRanges`, after `transferArchive`. */
  archiveRanges: post('/file-requests/:transferId/archive/direct', requests.directArchiveRanges, {
    allow: 'any',
    key: 'read',
  }),
  recordDownload: post('/file-requests/record-download', requests.recordDownload, { allow: 'any', key: 'read' }),
  revokeTransfer: post('/file-requests/revoke', requests.revoke, { allow: 'sender', kyc: true, key: 'accept' }),
  extendTransfer: post('/file-requests/extend', requests.extend, { allow: 'sender', kyc: true, key: 'accept' }),
  resendTransferLink: post('/file-requests/resend-link', requests.resendLink, {
    allow: 'sender',
    kyc: true,
    key: 'accept',
  }),
  askAgain: post('/file-requests/ask-again', requests.askAgain, { allow: 'any', kyc: true, key: 'read' }),
} satisfies Record<string, Route>;
