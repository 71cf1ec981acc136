import { companyKeyCommands, companyKeyEvents } from '../encryption/company-keys';
import { keyHandoverCommands, keyHandoverEvents } from '../encryption/key-handover';
import { keyLog } from '../encryption/key-log';
import { ledger } from '../encryption/ledger';
import { recoveryCommands, recoveryEvents } from '../encryption/recovery';
import { limitCommands } from '../limits/commands';
import { absenceCommands, absenceEvents } from '../absence';
import { handoverCommands, handoverEvents } from '../handover';
import { accountCommands, accountEvents } from './account';
import { administrationCommands, administrationEvents } from './administration';
import { apiKeys, apiKeyEvents } from './api-keys';
import { companyCommands, companyEvents } from './company';
import { invitationCommands, invitationEvents } from './invitation';
import { keyCommands, keyEvents } from './keys';
import { logoCommands } from './logos';
import { memberCommands, memberEvents } from './members';
import { passkeyCommands, passkeyEvents } from './passkeys';
import { passwordExchange, passwordCommands, passwordEvents } from './password';
import { sessionCommands, sessionEvents } from './session';
import { scimCommands } from '../scim';
import { ssoCommands, ssoEvents } from '../sso';
import { signupCommands, signupEvents } from './signup';
import { twoStepCommands, twoStepEvents } from './two-step';

export type { CompanyMember, PersonItem } from './administration';
export {
  type Company,
  type UsualExpiry,
  usualExpiries,
  deletedCompanyName,
  defaultTotalStorage,
  tradingCurrencies,
  companyForm,
  onboardingForm,
  maxTotalStorage,
} from './company';
export type { CompanyKeys, MemberKey } from '../encryption/company-keys';
export {
  type PartnershipVersion,
  type InvitationStatus,
  type ReceivedInvitation,
  type SentInvitation,
  type FoundPartner,
  type VerifiedPartner,
  type InviteOutcome,
  inviteEmailForm,
} from './invitation';
export { type Handover, type HandoverStage, handoverDays } from '../handover';
export {
  type Delegate,
  type Member,
  type MemberInvitation,
  type MemberPage,
  type ReceivedMemberInvitation,
  type CompanyChoice,
  type CompanyOfPerson,
  type MemberInviteOutcome,
  inviteMembersForm,
  maxMembersAtOnce,
  memberInvitationDays,
  memberListEvents,
  mostNamed,
} from './members';
export { passwordMinimum, specialCharacters, newPassword, newPasswordForm } from './password';
export type { SignedIn, SessionView, SessionEnded } from './session';
export { codeTries, resetEmailForm } from './signup';
export {
  type ScimError,
  type ScimGroup,
  type ScimList,
  type ScimMeta,
  type ScimToken,
  type ScimTokens,
  type ScimUser,
  maxScimCount,
  scimGroupChange,
  scimTokenForm,
  scimUserChange,
} from '../scim';
export {
  type RoleMapping,
  type SsoConnection,
  type SsoDomain,
  type SsoSettings,
  maxRoleMappings,
  ssoConnectionForm,
  ssoDomainForm,
  ssoEmailForm,
} from '../sso';
export type { Security } from './two-step';
export type { PersonName, User } from './user';

export const identity = {
  ...administrationCommands,
  ...passwordExchange,
  ...keyCommands,
  ...apiKeys,
  ...keyLog,
  ...limitCommands,
  ...ledger,
  ...logoCommands,
  ...passkeyCommands,
  ...signupCommands,
  ...sessionCommands,
  ...accountCommands,
  ...passwordCommands,
  ...twoStepCommands,
  ...invitationCommands,
  ...memberCommands,
  ...absenceCommands,
  ...ssoCommands,
  ...scimCommands,
  ...companyCommands,
  ...companyKeyCommands,
  ...keyHandoverCommands,
  ...recoveryCommands,
  ...handoverCommands,
};

export const identityEvents = {
  ...apiKeyEvents,
  ...passkeyEvents,
  ...administrationEvents,
  ...signupEvents,
  ...companyEvents,
  ...companyKeyEvents,
  ...keyHandoverEvents,
  ...recoveryEvents,
  ...handoverEvents,
  ...accountEvents,
  ...keyEvents,
  ...passwordEvents,
  ...twoStepEvents,
  ...sessionEvents,
  ...invitationEvents,
  ...memberEvents,
  ...absenceEvents,
  ...ssoEvents,
};
