import { NestFactory } from '@nestjs/core';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestLog } from '@tradepost/service-kit/logging';
import { configProvider } from './config';
import { createAdapter, prepareServer } from './http/server';

/** An application with the gateway's HTTP face, listening. */
export async function serve(module: Type): Promise<NestFastifyApplication> {
  const config = configProvider.useFactory();
  const app = await NestFactory.create<NestFastifyApplication>(module, createAdapter(config), {
    logger: new NestLog(),
    abortOnError: false,
    bodyParser: false,
  });
  await prepareServer(app, config);
  await app.listen(config.PORT, config.HOST);
  return app;
}
