import { Module } from '@nestjs/common';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { service } from '@tradepost/service-kit/service';
import { AccountsRepository } from './accounts.repository';
import { ApiKeyReminders } from './api-key-reminders';
import { ApiKeysHandler } from './api-keys.handler';
import { ApiKeysRepository } from './api-keys.repository';
import { Attempts } from './attempts';
import { Codes } from './codes';
import { CompaniesHandler } from './companies.handler';
import { CONFIG, readIdentityConfig } from './config';
import { identityDatabase } from './data-source';
import { DeletionHandler } from './deletion.handler';
import { DeletionRepository } from './deletion.repository';
import { DeletionSweeper } from './deletion.sweeper';
import { InvitationEnd } from './invitation-end';
import { InvitationsHandler } from './invitations.handler';
import { InvitationsRepository } from './invitations.repository';
import { KeyHolderHandler } from './key-holder.handler';
import { KeysHandler } from './keys.handler';
import { KeysRepository } from './keys.repository';
import { PasswordCheck } from './password-check';
import { Passwords } from './passwords';
import { PeopleHandler } from './people.handler';
import { PeopleRepository } from './people.repository';
import { Secrets } from './secrets';
import { SecurityHandler } from './security.handler';
import { SessionEnd } from './session-end';
import { SessionsHandler } from './sessions.handler';
import { SignupHandler } from './signup.handler';
import { Tokens } from './tokens';
import { Totp } from './totp';
import { TotpRepository } from './totp.repository';

@Module(
  service({
    name: 'identity',
    commands: identity,
    events: identityEvents,
    entities: identityDatabase.entities,
    migrations: identityDatabase.migrations,
    needs: ['queue'],
    handlers: [
      SignupHandler,
      SessionsHandler,
      SecurityHandler,
      KeysHandler,
      CompaniesHandler,
      InvitationsHandler,
      PeopleHandler,
      DeletionHandler,
      ApiKeysHandler,
      KeyHolderHandler,
    ],
    providers: [
      { provide: CONFIG, useFactory: readIdentityConfig },
      AccountsRepository,
      ApiKeyReminders,
      ApiKeysRepository,
      InvitationsRepository,
      PeopleRepository,
      TotpRepository,
      DeletionRepository,
      DeletionSweeper,
      InvitationEnd,
      KeysRepository,
      PasswordCheck,
      Passwords,
      Attempts,
      Codes,
      Secrets,
      SessionEnd,
      Tokens,
      Totp,
    ],
  }),
)
export class IdentityModule {}
