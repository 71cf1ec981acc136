import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { identity } from '@tradepost/contracts/identity';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { ScimCalls } from './scim-calls';
import { config, resourceTypes, schemas } from './scim-descriptions';

/** What identity providers may ask about this server. */
@Controller()
export class ScimDescriptionsHandler {
  constructor(private readonly calls: ScimCalls) {}

  @Handle(identity.scimConfig)
  async scimConfig(_input: In<typeof identity.scimConfig>, actor: UserActor) {
    await this.calls.enter(actor);
    return config;
  }

  @Handle(identity.scimResourceTypes)
  async scimResourceTypes(_input: In<typeof identity.scimResourceTypes>, actor: UserActor) {
    await this.calls.enter(actor);
    return resourceTypes;
  }

  @Handle(identity.scimSchemas)
  async scimSchemas(_input: In<typeof identity.scimSchemas>, actor: UserActor) {
    await this.calls.enter(actor);
    return schemas;
  }
}
