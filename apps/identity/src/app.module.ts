import { Module } from '@nestjs/common';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { service } from '@tradepost/service-kit/service';
import { AccountsRepository } from './accounts.repository';
import { Codes } from './codes';
import { CompaniesHandler } from './companies.handler';
import { CONFIG, readIdentityConfig } from './config';
import { identityDatabase } from './data-source';
import { InvitationsHandler } from './invitations.handler';
import { InvitationsRepository } from './invitations.repository';
import { Secrets } from './secrets';
import { SessionsHandler } from './sessions.handler';
import { SignupHandler } from './signup.handler';
import { Tokens } from './tokens';

@Module(
  service({
    name: 'identity',
    commands: identity,
    events: identityEvents,
    entities: identityDatabase.entities,
    migrations: identityDatabase.migrations,
    handlers: [SignupHandler, SessionsHandler, CompaniesHandler, InvitationsHandler],
    providers: [{ provide: CONFIG, useFactory: readIdentityConfig }, AccountsRepository, InvitationsRepository, Codes, Secrets, Tokens],
  }),
)
export class IdentityModule {}
