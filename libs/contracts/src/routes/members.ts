import { identity } from '../identity';
import { del, get, patch, post, type Route } from './route';

export const memberRoutes = {
  members: get('/members', identity.members, { list: true, allow: 'any' }),
  memberInvitations: get('/members/invitations', identity.memberInvitations, { list: true, allow: 'any' }),
  inviteMembers: post('/members/invitations', identity.inviteMembers, { allow: 'any' }),
  withdrawMemberInvitation: del('/members/invitations/:id', identity.withdrawMemberInvitation, { allow: 'any' }),
  removeMember: del('/members/:id', identity.removeMember, { allow: 'any' }),
  changeMemberRoles: patch('/members/:id', identity.changeMemberRoles, { allow: 'any' }),
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
