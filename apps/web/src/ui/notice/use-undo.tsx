import { Button } from 'antd';
import { notice } from './notices';
import { t } from '../../i18n/t';

const undoSeconds = 10;

/** Confirms an action and offers to undo it for ten seconds. */
export const useUndo = () => offerUndo;

function offerUndo(title: string, undo: () => void) {
  const key = 'undo';
  const take = () => {
    notice((notification) => notification.destroy(key));
    undo();
  };
  notice((notification) =>
    notification.success({
      key,
      role: 'status',
      title,
      duration: undoSeconds,
      showProgress: true,
      actions: (
        <Button size="small" onClick={take}>
          {t('Undo')}
        </Button>
      ),
    }),
  );
}
