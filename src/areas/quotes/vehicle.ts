interface Named {
  name: string;
}

/** The name of a car in lists, cards and comparisons. */
export const vehicleOf = ({ maker, model, version }: { maker: Named; model: Named; version: Named }) =>
  [maker.name, model.name, version.name].filter(Boolean).join(' ');
