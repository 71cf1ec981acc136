import { identity } from '../../identity';
import { del, get, patch, post, type Route } from '../route';

export const memberRoutes = {
  members: get('/members', identity.members, { list: true, allow: 'any' }),
  memberInvitations: get('/members/invitations', identity.memberInvitations, { list: true, allow: 'any' }),
  inviteMembers: post('/members/invitations', identity.inviteMembers, { allow: 'any' }),
  withdrawMemberInvitation: del('/members/invitations/:id', identity.withdrawMemberInvitation, { allow: 'any' }),
  removeMember: del('/members/:id', identity.removeMember, { allow: 'any' }),
  changeMemberRoles: patch('/members/:id', identity.changeMemberRoles, { allow: 'any' }),
  memberKey: get('/members/:id/key', identity.memberKey, { allow: 'any' }),
  giveCompanyKey: post('/members/:id/key', identity.giveCompanyKey, { allow: 'any' }),
  endCompanyKey: del('/members/:id/key', identity.endCompanyKey, { allow: 'any' }),
  companyKeys: get('/company/keys', identity.companyKeys, { allow: 'any' }),
  companyLedger: get('/company/ledger', identity.companyLedger, { allow: 'any' }),
  appendCompanyLedger: post('/company/ledger', identity.appendCompanyLedger, { allow: 'any' }),
  personKey: get('/auth/person-key', identity.personKey, { allow: 'any' }),
  createPersonKey: post('/auth/person-key', identity.createPersonKey, { allow: 'any', status: 201 }),
  companies: get('/auth/companies', identity.companies, { list: true, allow: 'any' }),
  switchCompany: post('/auth/company', identity.switchCompany, { allow: 'any' }),
  leaveCompany: del('/auth/companies/:companyId', identity.leaveCompany, { allow: 'any' }),
  receivedMemberInvitations: get('/auth/member-invitations', identity.receivedMemberInvitations, {
    list: true,
    allow: 'any',
  }),
  acceptMemberInvitation: post('/auth/member-invitations/:id/accept', identity.acceptMemberInvitation, {
    allow: 'any',
  }),
  declineMemberInvitation: del('/auth/member-invitations/:id', identity.declineMemberInvitation, { allow: 'any' }),
} satisfies Record<string, Route>;
