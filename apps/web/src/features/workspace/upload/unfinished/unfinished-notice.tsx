import { inDirectory } from '@tradepost/contracts/values/file-paths';
import { Alert, Button, Flex } from 'antd';
import { locale } from '../../../../i18n/language';
import { useToast } from '../../../../ui/notice/use-toast';
import { dismissUnfinished, uploadAgain, useUnfinished } from './unfinished.store';
import { t } from '../../../../i18n/t';
import layout from '../../../../ui/layout/layout.module.css';

const shownNames = 3;

function listOf(names: string[]): string {
  const left = names.length - shownNames;
  const shown = [...names.slice(0, shownNames), ...(left > 0 ? [t('{left} more', { left })] : [])];
  return new Intl.ListFormat(locale).format(shown);
}

function chooseFiles(onFiles: (files: File[]) => void) {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.onchange = () => onFiles([...(input.files ?? [])]);
  input.click();
}

/** Names the files that were not uploaded before the page was loaded again, and asks for them. */
export function UnfinishedNotice() {
  const { uploads } = useUnfinished();
  const toast = useToast();
  const choose = () =>
    chooseFiles((files) => {
      const others = uploadAgain(files);
      if (others.length > 0)
        toast.destructive({
          title: t('Other files were chosen'),
          description: t('These were not part of the upload: {names}.', {
            names: listOf(others.map(({ name }) => name)),
          }),
        });
    });
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={
        <span className={layout.breakWords}>
          <strong>
            {t('{count, plural, one {# file was not uploaded} other {# files were not uploaded}}.', {
              count: uploads.length,
            })}
          </strong>{' '}
          {t('The page was loaded again before the upload ended: {names}.', {
            names: listOf(uploads.map(({ directory, name }) => inDirectory(directory, name))),
          })}
        </span>
      }
      action={
        <Flex gap={8} wrap>
          <Button onClick={choose}>{t('Choose the files again')}</Button>
          <Button type="text" onClick={dismissUnfinished}>
            {t('Dismiss')}
          </Button>
        </Flex>
      }
    />
  );
}
