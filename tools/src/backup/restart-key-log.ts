import type { Client } from 'pg';

/**
 * Renames the key log. Devices that have seen entries which the backup lacks then ask their owner to accept the restored log, instead of
 * reporting it as forged.
 * @param client as owner of the database
 * @returns seconds since 1970, the end of the new name
 */
export async function restartKeyLog(client: Client): Promise<number> {
  const { rows } = await client.query<{ began: number }>(
    'INSERT INTO identity.key_log_restart VALUES (extract(epoch FROM clock_timestamp())::bigint) RETURNING began::float8',
  );
  return rows[0]!.began;
}
