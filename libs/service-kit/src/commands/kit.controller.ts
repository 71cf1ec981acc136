import { Controller, type Type } from '@nestjs/common';
import type { In, Subscriber } from '@tradepost/contracts/define';
import { In as AnyOf } from 'typeorm';
import { Db } from '../database/database';
import { InboxRow } from '../database/kit.entities';
import { sql } from '../database/sql';
import { JobIntents } from '../jobs/job-intents';
import { Bus } from '../messaging/bus';
import { Consumer } from '../messaging/consumer';
import { Handle } from '../messaging/decorators';
import { kitCommands } from '../messaging/kit.commands';

type KitCommands = ReturnType<typeof kitCommands>;

/** Answers the commands that every service with a database has. */
export function kitController(service: Subscriber): Type {
  const kit = kitCommands(service);

  @Controller()
  class KitController {
    private readonly jobs: JobIntents;

    constructor(
      private readonly db: Db,
      private readonly consumer: Consumer,
      private readonly bus: Bus,
    ) {
      this.jobs = new JobIntents(db);
    }

    @Handle(kit.taken)
    async taken({ ids, from }: In<KitCommands['taken']>) {
      // asked first: an event that is processed in between counts as waiting, not as lost
      const waiting = await this.bus.waiting(service, `evt.${from}`);
      const rows = await sql(this.db.read).find(InboxRow, {
        select: { eventId: true },
        where: { eventId: AnyOf(ids) },
      });
      return { ids: rows.map(({ eventId }) => eventId), waiting };
    }

    @Handle(kit.beginJob)
    beginJob({ id }: In<KitCommands['beginJob']>) {
      return this.jobs.begin(id);
    }

    @Handle(kit.finishJob)
    finishJob({ id }: In<KitCommands['finishJob']>) {
      return this.jobs.finish(id);
    }

    @Handle(kit.failJob)
    failJob({ id, error, final }: In<KitCommands['failJob']>) {
      return this.jobs.fail(id, error, final);
    }

    @Handle(kit.replay)
    replay() {
      return this.consumer.replay();
    }

    @Handle(kit.health)
    async health() {
      await sql(this.db.read).query('SELECT 1');
      return { database: 'up' as const };
    }
  }

  return KitController;
}
