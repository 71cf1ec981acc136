import { Pool } from 'pg';
import { databaseWorkOf } from '../src/database/statements';

describe('the work of a command', () => {
  let pool: Pool;
  beforeAll(() => {
    pool = new Pool({ connectionString: process.env.TEST_POSTGRES_URL, max: 1 });
  });
  afterAll(() => pool.end());

  it('has no statement of another one that waited for its connection', async () => {
    const connection = await pool.connect();
    const waiting = Promise.all([pool.query('SELECT 1'), pool.query('SELECT 2')]);
    const work = await databaseWorkOf(async () => {
      await connection.query('SELECT 3');
      connection.release();
      await waiting;
    });
    expect(work).toEqual({ statements: 1, roundTrips: 1, transactions: 0 });
  });

  it('has its own statements that waited for the connection of another one', async () => {
    const connection = await pool.connect();
    const measured = databaseWorkOf(() => pool.query('SELECT 1'));
    connection.release();
    expect(await measured).toEqual({ statements: 1, roundTrips: 1, transactions: 0 });
  });
});
