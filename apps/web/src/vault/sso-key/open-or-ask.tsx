import type { StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import type { PersonUnlock } from '@tradepost/sealing/keys/person-key';
import { Button, Flex } from 'antd';
import { onDemand } from '../../ui/layout/on-demand';
import { t } from '../../i18n/t';
import { OpenOwnKey } from './open-own-key';

const AskOtherDevice = onDemand(async () => (await import('./ask-other-device')).AskOtherDevice);

interface OpenOrAskProps {
  label: string;
  stored: StoredPersonKey;
  disabled?: boolean;
  open: (unlock: PersonUnlock) => Promise<unknown>;
  asks: boolean;
  onAsks: (asks: boolean) => void;
}

/** As `OpenOwnKey`, or by what another device of the person gives to this one. */
export function OpenOrAsk({ asks, onAsks, ...props }: OpenOrAskProps) {
  if (asks) return <AskOtherDevice {...props} onBack={() => onAsks(false)} />;
  return (
    <Flex vertical gap={8}>
      <OpenOwnKey {...props} />
      <Button type="link" block disabled={props.disabled} onClick={() => onAsks(true)}>
        {t('Open with another device of yours')}
      </Button>
    </Flex>
  );
}
