import { Module } from '@nestjs/common';
import { identity, identityEvents, memberListEvents } from '@tradepost/contracts/identity';
import { service } from '@tradepost/service-kit/runtime/service';
import { keysOf } from '@tradepost/service-kit/security/keys';
import { PepperedCodes } from '@tradepost/service-kit/security/peppered-codes';
import { AccountsRepository } from './account/accounts.repository';
import { ProfilesRepository } from './account/profiles.repository';
import { ApiKeyReminders } from './api-key/api-key-reminders';
import { ApiKeyTerminator } from './api-key/api-key-terminator';
import { ApiKeysHandler } from './api-key/api-keys.handler';
import { ApiKeysRepository } from './api-key/api-keys.repository';
import { HashingQueue } from './account/hashing-queue';
import { ReachedLimitsHandler } from './limit/reached-limits.handler';
import { ReachedLimitsRepository } from './limit/reached-limits.repository';
import { KnownDevices } from './session/known-devices';
import { KnownDevicesRepository } from './session/known-devices.repository';
import { LoginThrottle } from './session/login-throttle';
import { SessionsRepository } from './session/sessions.repository';
import { CodesRepository } from './code/codes.repository';
import { CodeLimits } from './code/code-limits';
import { OneTimeCodes } from './code/one-time-codes';
import { CompaniesHandler } from './company/companies.handler';
import { CompaniesRepository } from './company/companies.repository';
import { CompanyKeyGiver } from './company-key/company-key-giver';
import { CompanyKeyRenewal } from './company-key/company-key-renewal';
import { CompanyKeyTerminator } from './company-key/company-key-terminator';
import { CompanyKeysHandler } from './company-key/company-keys.handler';
import { CompanyKeysRepository } from './company-key/company-keys.repository';
import { SsoPersonKeysHandler } from './company-key/sso-person-keys.handler';
import { OwnSsoPersonKey } from './company-key/own-sso-person-key';
import { CONFIG, readIdentityConfig, type IdentityConfig } from './config';
import { identityDatabase } from './data-source';
import { DeletionHandler } from './deletion/deletion.handler';
import { DeletionRepository } from './deletion/deletion.repository';
import { DeletionSweeper } from './deletion/deletion.sweeper';
import { AccountTakeover } from './handover/account-takeover';
import { HandoverNotices } from './handover/handover-notices';
import { HandoverHandler } from './handover/handover.handler';
import { HandoversRepository } from './handover/handovers.repository';
import { InvitationTerminator } from './invitation/invitation-terminator';
import { InvitationsHandler } from './invitation/invitations.handler';
import { InvitationsRepository } from './invitation/invitations.repository';
import { PartnerNotesHandler } from './invitation/partner-notes.handler';
import { PartnerNotesRepository } from './invitation/partner-notes.repository';
import { ApiKeyOwnerHandler } from './api-key/api-key-owner.handler';
import { MemberRoles } from './member/member-roles';
import { MembershipTerminator } from './member/membership-terminator';
import { ReceivedInvitations } from './member/received-invitations';
import { SentInvitations } from './member/sent-invitations';
import { AbsencesHandler } from './absence/absences.handler';
import { AbsencesRepository } from './absence/absences.repository';
import { AbsenceTerminator } from './absence/absence-terminator';
import { MembersHandler } from './member/members.handler';
import { CompanyMembersRepository } from './member/company-members.repository';
import { MemberListRepository } from './member/member-list.repository';
import { MembersRepository } from './member/members.repository';
import { PresentRoles } from './member/present-roles';
import { MembershipsHandler } from './member/memberships.handler';
import { KeyHandoverNotices } from './key-handover/key-handover-notices';
import { KeyHandoverSweeper } from './key-handover/key-handover.sweeper';
import { KeyHandoversHandler } from './key-handover/key-handovers.handler';
import { KeyHandoversRepository } from './key-handover/key-handovers.repository';
import { KeysHandler } from './keys/keys.handler';
import { VaultRewrap } from './keys/vault-rewrap';
import { KeysRepository } from './keys/keys.repository';
import { KeyLog } from './key-log/key-log';
import { KeyLogHandler } from './key-log/key-log.handler';
import { KeyLogRepository } from './key-log/key-log.repository';
import { LedgerHandler } from './ledger/ledger.handler';
import { LedgerRepository } from './ledger/ledger.repository';
import { LogosHandler } from './logo/logos.handler';
import { LogosRepository } from './logo/logos.repository';
import { RecoveryNotices } from './recovery/recovery-notices';
import { RecoveryRequestsHandler } from './recovery/recovery-requests.handler';
import { RecoveryHandler } from './recovery/recovery.handler';
import { RecoveryRepository } from './recovery/recovery.repository';
import { PasswordCheck } from './account/password-check';
import { Passwords } from './account/passwords';
import { OpaqueServer } from './password/opaque-server';
import { PasswordWorker } from './password/password-worker';
import { PasskeyChallenges } from './passkey/passkey-challenges';
import { PasskeyChallengesRepository } from './passkey/passkey-challenges.repository';
import { Passkeys } from './passkey/passkeys';
import { PasskeysHandler } from './passkey/passkeys.handler';
import { PasskeysRepository } from './passkey/passkeys.repository';
import { ProofAttemptsRepository } from './password/proof-attempts.repository';
import { Proofs } from './password/proofs';
import { ProofsHandler } from './password/proofs.handler';
import { PeopleHandler } from './account/people.handler';
import { PeopleRepository } from './account/people.repository';
import { SecurityHandler } from './session/security.handler';
import { SessionRevoker } from './session/session-revoker';
import { SessionsHandler } from './session/sessions.handler';
import { PasskeySignInHandler } from './sign-in/passkey-sign-in.handler';
import { SignInsRepository } from './sign-in/sign-ins.repository';
import { SessionOpener } from './sign-in/session-opener';
import { RESOLVE, resolveByDns } from '@tradepost/service-kit/outbound/target';
import { NewApiKeys } from './api-key/new-api-keys';
import { ProvidedAccounts } from './account/provided-accounts';
import { ScimCalls } from './scim/scim-calls';
import { ScimDescriptionsHandler } from './scim/scim-descriptions.handler';
import { ScimGroupsHandler } from './scim/scim-groups.handler';
import { ScimGroupsRepository } from './scim/scim-groups.repository';
import { ScimPeople } from './scim/scim-people';
import { ScimRoles } from './scim/scim-roles';
import { ScimTokensHandler } from './scim/scim-tokens.handler';
import { ScimUsersHandler } from './scim/scim-users.handler';
import { ScimUsersRepository } from './scim/scim-users.repository';
import { SsoPeople } from './sso/sso-people';
import { SsoProvider } from './sso/sso-provider';
import { SsoSecrets } from './sso/sso-secrets';
import { SsoSettingsHandler } from './sso/sso-settings.handler';
import { SsoSettingsRepository } from './sso/sso-settings.repository';
import { SsoSignInHandler } from './sso/sso-sign-in.handler';
import { SsoSignInsRepository } from './sso/sso-sign-ins.repository';
import { RESOLVE_TXT, txtByDns } from './sso/txt-records';
import { SignupHandler } from './account/signup.handler';
import { SignupAttempts } from './signup/signup-attempts';
import { SignupAttemptsRepository } from './signup/signup-attempts.repository';
import { Tokens } from './session/tokens';
import { Totp } from './session/totp';
import { TotpRepository } from './session/totp.repository';

@Module(
  service({
    name: 'identity',
    commands: identity,
    events: { ...identityEvents, ...memberListEvents },
    entities: identityDatabase.entities,
    migrations: identityDatabase.migrations,
    needs: ['queue'],
    handlers: [
      SignupHandler,
      SessionsHandler,
      SecurityHandler,
      PasskeysHandler,
      PasskeySignInHandler,
      KeysHandler,
      CompanyKeysHandler,
      SsoPersonKeysHandler,
      KeyHandoversHandler,
      RecoveryHandler,
      RecoveryRequestsHandler,
      ProofsHandler,
      KeyLogHandler,
      LedgerHandler,
      CompaniesHandler,
      LogosHandler,
      InvitationsHandler,
      PartnerNotesHandler,
      MembersHandler,
      MembershipsHandler,
      HandoverHandler,
      AbsencesHandler,
      SsoSettingsHandler,
      SsoSignInHandler,
      ScimTokensHandler,
      ScimDescriptionsHandler,
      ScimUsersHandler,
      ScimGroupsHandler,
      PeopleHandler,
      DeletionHandler,
      ApiKeysHandler,
      ApiKeyOwnerHandler,
      ReachedLimitsHandler,
    ],
    providers: [
      { provide: CONFIG, useFactory: readIdentityConfig },
      {
        provide: PepperedCodes,
        inject: [CONFIG],
        useFactory: (config: IdentityConfig) => new PepperedCodes(keysOf('CODE_PEPPER', config)),
      },
      { provide: RESOLVE, useValue: resolveByDns },
      {
        provide: RESOLVE_TXT,
        inject: [CONFIG],
        useFactory: ({ DNS_SERVERS }: IdentityConfig) => txtByDns(DNS_SERVERS),
      },
      SsoPeople,
      SsoProvider,
      SsoSecrets,
      SsoSettingsRepository,
      SsoSignInsRepository,
      ProvidedAccounts,
      ScimCalls,
      ScimGroupsRepository,
      ScimPeople,
      ScimRoles,
      ScimUsersRepository,
      NewApiKeys,
      AccountsRepository,
      ProfilesRepository,
      ApiKeyReminders,
      ApiKeyTerminator,
      ApiKeysRepository,
      InvitationsRepository,
      PartnerNotesRepository,
      MemberRoles,
      MembershipTerminator,
      SentInvitations,
      ReceivedInvitations,
      AccountTakeover,
      HandoverNotices,
      HandoversRepository,
      MembersRepository,
      PresentRoles,
      AbsencesRepository,
      AbsenceTerminator,
      CompanyMembersRepository,
      MemberListRepository,
      PeopleRepository,
      TotpRepository,
      DeletionRepository,
      DeletionSweeper,
      InvitationTerminator,
      KeysRepository,
      KeyLog,
      KeyLogRepository,
      LedgerRepository,
      Passkeys,
      PasskeysRepository,
      PasskeyChallenges,
      PasskeyChallengesRepository,
      SignInsRepository,
      SessionOpener,
      PasswordCheck,
      Passwords,
      OpaqueServer,
      PasswordWorker,
      ProofAttemptsRepository,
      Proofs,
      CompanyKeysRepository,
      CompanyKeyGiver,
      CompanyKeyRenewal,
      CompanyKeyTerminator,
      OwnSsoPersonKey,
      KeyHandoversRepository,
      KeyHandoverNotices,
      KeyHandoverSweeper,
      RecoveryRepository,
      RecoveryNotices,
      VaultRewrap,
      HashingQueue,
      ReachedLimitsRepository,
      KnownDevices,
      KnownDevicesRepository,
      LoginThrottle,
      SessionsRepository,
      CodesRepository,
      CodeLimits,
      OneTimeCodes,
      CompaniesRepository,
      LogosRepository,
      SessionRevoker,
      SignupAttempts,
      SignupAttemptsRepository,
      Tokens,
      Totp,
    ],
  }),
)
export class IdentityModule {}
