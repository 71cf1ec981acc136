import { Controller, Inject } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { mailKinds, notification, type MailKind, type MailPreferences } from '@tradepost/contracts/notification';
import { apiBase, routes } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { keysOf } from '@tradepost/service-kit/security/keys';
import { CONFIG, type NotificationConfig } from '../config';
import { ListedMembersRepository } from '../member/listed-members.repository';
import { PreferencesRepository } from './preferences.repository';
import { readUnsubscription, signUnsubscription } from './unsubscribe-token';

const kinds = Object.keys(mailKinds) as MailKind[];
const toView = (unwanted: MailKind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, !unwanted.includes(kind)])) as MailPreferences;

/** Mail preferences of an address: set by its user, or by the unsubscribe link in a mail to it. */
@Controller()
export class PreferencesHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: PreferencesRepository,
    private readonly members: ListedMembersRepository,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  @Handle(notification.preferences)
  async preferences(_input: object, { email }: UserActor) {
    return toView(await this.repository.unwantedBy(email));
  }

  @Handle(notification.savePreferences)
  async savePreferences(choices: In<typeof notification.savePreferences>, { email }: UserActor) {
    const after = (before: MailKind[]) =>
      kinds.filter((kind) => (choices[kind] === undefined ? before.includes(kind) : !choices[kind]));
    return toView(await this.db.transaction((tx) => this.repository.change(tx, email, after)));
  }

  @Handle(notification.unsubscription)
  async unsubscription({ token }: In<typeof notification.unsubscription>) {
    const { email, kind } = await this.read(token);
    return { email, kind, wanted: !(await this.repository.unwantedBy(email)).includes(kind) };
  }

  @Handle(notification.unsubscribe)
  async unsubscribe({ token }: In<typeof notification.unsubscribe>) {
    const { email, kind } = await this.read(token);
    await this.db.transaction((tx) => this.repository.change(tx, email, (before) => [...new Set([...before, kind])]));
    return { message: 'You will not get mails like this any more' };
  }

  @Handle(notification.mailChoice)
  async mailChoice({ to, kind, companyId }: In<typeof notification.mailChoice>) {
    const token = signUnsubscription(
      { email: addressKey(to), kind, mailedAt: new Date() },
      this.config.UNSUBSCRIBE_KEY,
    );
    const unsubscribe = `${this.config.ORIGIN}${apiBase}${routes.unsubscribe.path}?token=${token}`;
    if (companyId && !(await this.members.isActive(companyId, to))) return { wanted: false, unsubscribe };
    return { wanted: !(await this.repository.unwantedBy(to)).includes(kind), unsubscribe };
  }

  /** @throws AppError NOT_FOUND */
  private async read(token: string) {
    const found = readUnsubscription(token, keysOf('UNSUBSCRIBE_KEY', this.config));
    if (!found || !(await this.repository.countsLink(found.email, found.mailedAt)))
      throw new AppError('NOT_FOUND', { message: 'This link is not valid' });
    return found;
  }
}
