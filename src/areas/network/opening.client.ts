import { call } from '#site/lib/call.ts';
import { enhance, showErrors, text } from '#site/lib/native-form.client.ts';

const form = document.querySelector<HTMLFormElement>('#opening form')!;
const allMakers = form.querySelectorAll('[name=brands]').length;

enhance(form, async (data) => {
  // What reads amounts comes with the first one that is sent.
  const { readMoney } = await import('#site/ui/money.ts');
  const roadCost = readMoney(text(data, 'roadCost'), { min: 0, nullable: true });
  if (!roadCost.ok) return showErrors(form, '', { roadCost: roadCost.message });
  const brands = data.getAll('brands').map(Number);
  const body = {
    name: text(data, 'name'),
    province: text(data, 'province'),
    // All of them: also those that come later.
    brands: brands.length === allMakers ? null : brands,
    adminName: text(data, 'adminName'),
    email: text(data, 'email').trim(),
    places: text(data, 'places')
      .split('\n')
      .filter((line) => line.trim() !== ''),
    roadCost: roadCost.cents,
  };
  const { id } = await call('POST /network/companies', { body });
  location.assign(`/fms/companies/${id}/users`);
});
