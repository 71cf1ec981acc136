import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CarriedKeys1797300000000 implements MigrationInterface {
  name = 'CarriedKeys1797300000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE vault ADD carried_from int');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE vault DROP carried_from');
  }
}
