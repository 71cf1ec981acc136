import { Controller } from '@nestjs/common';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { tileWidth } from '@tradepost/contracts/encryption/formats';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { KeyLog } from './key-log';
import { KeyLogRepository } from './key-log.repository';

/** Levels of the tree in one tile (C2SP tlog-tiles). */
const tileHeight = 8;

@Controller()
export class KeyLogHandler {
  constructor(
    private readonly log: KeyLog,
    private readonly repository: KeyLogRepository,
  ) {}

  @Handle(identity.keyLog)
  keyLog() {
    return this.log.state();
  }

  @Handle(identity.keyLogEntries)
  async keyLogEntries({ part }: In<typeof identity.keyLogEntries>) {
    const entries = await this.repository.entries(part * tileWidth, tileWidth);
    return { entries: entries.map((entry) => entry.toString('base64url')) };
  }

  @Handle(identity.keyLogProof)
  async keyLogProof({ from, to }: In<typeof identity.keyLogProof>) {
    const hashes = await this.repository.proof(from, to);
    if (!hashes) throw new AppError('NOT_FOUND');
    return { hashes: hashes.map(toBase64url) };
  }

  @Handle(identity.keyLogTile)
  async keyLogTile({ level, index, width }: In<typeof identity.keyLogTile>) {
    const hashes = await this.repository.hashes(level * tileHeight, index * tileWidth, width);
    if (hashes.length < width) throw new AppError('NOT_FOUND');
    return { hashes: Buffer.concat(hashes).toString('base64') };
  }
}
