import { TextPage } from './text-page';
import { help } from './texts/help';

export default function HelpPage() {
  return <TextPage page="help" own={help} />;
}
