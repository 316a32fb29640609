/** The categories of a new site. The instructor may rename and delete them. */
export const startingCategories = [
  ...["Breathwork", "Meditation", "Movement", "Pregnancy", "Postpartum", "Mothers", "Workshop", "Other"],
];
