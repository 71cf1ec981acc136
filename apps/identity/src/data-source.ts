import { AccountRow, SaltKeyRow } from './account/account.entity';
import { ApiKeyRow } from './api-key/api-key.entity';
import { CodeRow } from './code/code.entity';
import { CompanyRow } from './company/company.entity';
import { MemberInvitationRow, MembershipRow } from './member/member.entity';
import { Members1796500000000 } from './migrations/1796500000000-members';
import { CompanyKeyRow, PersonKeyRow } from './company-key/company-key.entity';
import { KeyHandoverRow } from './key-handover/key-handover.entity';
import { AccountHolderRow, HandoverRow } from './handover/handover.entity';
import { Handovers1797800000000 } from './migrations/1797800000000-handovers';
import { InvitationRow } from './invitation/invitation.entity';
import { PartnerNoteRow } from './invitation/partner-note.entity';
import { KeyBundleRow, VaultRow } from './keys/keys.entity';
import { LedgerEntryRow } from './ledger/ledger.entity';
import { KeyLogEntryRow, KeyLogNodeRow, KeyLogRestartRow } from './key-log/key-log.entity';
import { CompanyLogoRow } from './logo/logo.entity';
import { Accounts1760000001000 } from './migrations/1760000001000-accounts';
import { GuardedAccounts1760000001100 } from './migrations/1760000001100-guarded-accounts';
import { VerifiedCompanies1763700001000 } from './migrations/1763700001000-verified-companies';
import { Suspensions1763700002000 } from './migrations/1763700002000-suspensions';
import { Deletions1763700003000 } from './migrations/1763700003000-deletions';
import { Keys1763700004000 } from './migrations/1763700004000-keys';
import { ApiKeys1763700014000 } from './migrations/1763700014000-api-keys';
import { ApiKeyReminders1763700015000 } from './migrations/1763700015000-api-key-reminders';
import { SealingKeys1763700016000 } from './migrations/1763700016000-sealing-keys';
import { AddressKeys1795401000000 } from './migrations/1795401000000-address-keys';
import { SignupAttempts1795402000000 } from './migrations/1795402000000-signup-attempts';
import { SignupAttemptRow } from './signup/signup-attempt.entity';
import { ProofAttempts1795450000000 } from './migrations/1795450000000-proof-attempts';
import { ProofAttemptRow } from './password/proof-attempt.entity';
import { PartnershipVersions1795550000000 } from './migrations/1795550000000-partnership-versions';
import { KeyLog1795650000000 } from './migrations/1795650000000-key-log';
import { Ledger1795710000000 } from './migrations/1795710000000-ledger';
import { Limits1795720001000 } from './migrations/1795720001000-limits';
import { KeyLogRestarts1795800000000 } from './migrations/1795800000000-key-log-restarts';
import { SessionsOfBrowsers1795900000000 } from './migrations/1795900000000-sessions-of-browsers';
import { CompanyLogos1795900001000 } from './migrations/1795900001000-company-logos';
import { Languages1795900002000 } from './migrations/1795900002000-languages';
import { PartnerNotes1795900003000 } from './migrations/1795900003000-partner-notes';
import { Passkeys1796400000000 } from './migrations/1796400000000-passkeys';
import { PasskeyChallengeRow, PasskeyRow } from './passkey/passkey.entity';
import { Sso1796600000000 } from './migrations/1796600000000-sso';
import { ListedMembers1797000000000 } from './migrations/1797000000000-listed-members';
import { FormerMembers1796600100000 } from './migrations/1796600100000-former-members';
import { CompanyKeys1796700000000 } from './migrations/1796700000000-company-keys';
import { Scim1797200000000 } from './migrations/1797200000000-scim';
import { CarriedKeys1797300000000 } from './migrations/1797300000000-carried-keys';
import { RecoveryApprovalRow, RecoveryRequestRow, RecoverySetRow, RecoveryShareRow } from './recovery/recovery.entity';
import { Recovery1797600000000 } from './migrations/1797600000000-recovery';
import { PersonKeyPasskeys1797700000000 } from './migrations/1797700000000-person-key-passkeys';
import { KeyHandovers1797810000000 } from './migrations/1797810000000-key-handovers';
import { MemberList1797820000000 } from './migrations/1797820000000-member-list';
import { UsualExpiry1797830000000 } from './migrations/1797830000000-usual-expiry';
import { AbsenceRow } from './absence/absence.entity';
import { Absences1797400000000 } from './migrations/1797400000000-absences';
import { Partners1797500000000 } from './migrations/1797500000000-partners';
import { MembersForRequests1797300000000 } from './migrations/1797300000000-members-for-requests';
import { ScimGroupMemberRow, ScimGroupRow, ScimUserRow } from './scim/scim.entity';
import {
  FormerMemberRow,
  SsoConnectionRow,
  SsoDomainRow,
  SsoIdentityRow,
  SsoLogoutTokenRow,
  SsoSignInRow,
} from './sso/sso.entity';
import { KnownDeviceRow } from './session/known-device.entity';
import { ReachedLimitRow } from './limit/reached-limit.entity';
import { DeviceRow, SessionRow } from './session/session.entity';
import { RecoveryCodeRow, TotpRow } from './session/totp.entity';

export const identityDatabase = {
  schema: 'identity',
  entities: [
    AccountRow,
    SaltKeyRow,
    CompanyRow,
    CompanyLogoRow,
    CodeRow,
    SignupAttemptRow,
    SessionRow,
    DeviceRow,
    KnownDeviceRow,
    ReachedLimitRow,
    ProofAttemptRow,
    TotpRow,
    RecoveryCodeRow,
    PasskeyRow,
    PasskeyChallengeRow,
    InvitationRow,
    PartnerNoteRow,
    MembershipRow,
    HandoverRow,
    AccountHolderRow,
    AbsenceRow,
    RecoverySetRow,
    RecoveryShareRow,
    RecoveryRequestRow,
    RecoveryApprovalRow,
    MemberInvitationRow,
    PersonKeyRow,
    CompanyKeyRow,
    KeyHandoverRow,
    SsoConnectionRow,
    SsoDomainRow,
    SsoIdentityRow,
    FormerMemberRow,
    SsoSignInRow,
    SsoLogoutTokenRow,
    ScimUserRow,
    ScimGroupRow,
    ScimGroupMemberRow,
    KeyBundleRow,
    KeyLogEntryRow,
    KeyLogNodeRow,
    KeyLogRestartRow,
    VaultRow,
    LedgerEntryRow,
    ApiKeyRow,
  ],
  migrations: [
    Accounts1760000001000,
    GuardedAccounts1760000001100,
    VerifiedCompanies1763700001000,
    Suspensions1763700002000,
    Deletions1763700003000,
    Keys1763700004000,
    ApiKeys1763700014000,
    ApiKeyReminders1763700015000,
    SealingKeys1763700016000,
    AddressKeys1795401000000,
    SignupAttempts1795402000000,
    ProofAttempts1795450000000,
    PartnershipVersions1795550000000,
    KeyLog1795650000000,
    Ledger1795710000000,
    Limits1795720001000,
    KeyLogRestarts1795800000000,
    SessionsOfBrowsers1795900000000,
    CompanyLogos1795900001000,
    Languages1795900002000,
    PartnerNotes1795900003000,
    Passkeys1796400000000,
    Members1796500000000,
    Sso1796600000000,
    FormerMembers1796600100000,
    CompanyKeys1796700000000,
    ListedMembers1797000000000,
    Scim1797200000000,
    CarriedKeys1797300000000,
    MembersForRequests1797300000000,
    Absences1797400000000,
    Partners1797500000000,
    Recovery1797600000000,
    PersonKeyPasskeys1797700000000,
    Handovers1797800000000,
    KeyHandovers1797810000000,
    MemberList1797820000000,
    UsualExpiry1797830000000,
  ],
};
