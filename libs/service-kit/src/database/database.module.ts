import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { object, string } from 'yup';
import { readConfig } from '../runtime/config';
import { minute } from '../runtime/durations';
import { dataSourceOptions, Db, type DatabaseOptions } from './database';
import { kitEntities } from './kit.entities';

/** Longer than a caller waits for an answer, and than a statement waits for a lock on a busy machine. */
const answerWithinMs = minute;

/** URL of a service's database: `STORAGE_DATABASE_URL` etc. */
export const databaseUrl = (name: string): string => {
  const key = `${name.toUpperCase()}_DATABASE_URL`;
  return (readConfig(object({ [key]: string().required() })) as Record<string, string>)[key] as string;
};

/** One service's data source, named after its schema so that six of them fit in one process, and its unit of work. */
@Module({})
export class DatabaseModule {
  static forService({
    schema,
    entities,
    migrations,
  }: Omit<DatabaseOptions, 'url' | 'poolSize' | 'answerWithinMs'>): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          name: schema,
          useFactory: () => ({
            ...dataSourceOptions({ schema, url: databaseUrl(schema), migrations, answerWithinMs }),
            // Nest finds the data source by this name when it closes it
            name: schema,
            autoLoadEntities: true,
            // a process that cannot reach its database exits at once; its supervisor restarts it
            toRetry: () => false,
          }),
        }),
        TypeOrmModule.forFeature([...kitEntities, ...entities], schema),
      ],
      providers: [
        {
          provide: Db,
          inject: [getDataSourceToken(schema)],
          useFactory: async (source: DataSource) => {
            if (await source.showMigrations())
              throw new Error(`The ${schema} schema is not up to date: run the migration step first`);
            return new Db(source);
          },
        },
      ],
      exports: [Db],
    };
  }
}
