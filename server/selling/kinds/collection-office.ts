import { versionOf } from "../../core/forms";
import { describeFiles } from "../../platform/media/media-files";
import { requireCollection } from "../../catalogue/products/catalogue";
import { collectionFields, collectionForm, newCollectionFields } from "../../catalogue/products/collection-form";
import { kinds } from "../../catalogue/products/kinds";
import {
  collectionOf,
  createCollection,
  deleteCollection,
  editCollection,
  listAllCollections,
} from "../../catalogue/products/manage-collections";
import { beginningOf, textsOf, viewOf } from "../../catalogue/products/office/form";
import { officePath, type ProductOffice } from "../../catalogue/products/office/product-office";
import { libraryPath } from "../../catalogue/products/paths";
import { describeDeletion } from "../../catalogue/products/unsold";
import { textsOf as wordsOf } from "../../catalogue/products/words";

const kind = "collection";

/** A collection is named by its slug. */
export const collectionOffice: ProductOffice = {
  list: "Collections",
  isNamedBySlug: true,
  form: collectionForm,
  files: { picture: "image" },
  async read(ctx) {
    return {
      lede: "Series of recordings, each sold as a whole.",
      links: [],
      products: {
        caption: "Collections",
        titled: "Collection",
        columns: [
          { label: "Price", place: "number" },
          { label: "Recordings", place: "lastDetail" },
        ],
        isOrdered: true,
        rows: (await listAllCollections(ctx)).map(
          ({ slug, title, path, libraryPath: to, price, recordings, isOn }) => ({
            ref: slug,
            title,
            to,
            note: path,
            cells: [price, recordings === 1 ? "1 recording" : `${recordings} recordings`],
            isOn,
            menu: [
              { label: "Recordings and price", to, name: `Recordings and price of ${title}` },
              { label: "Settings", to: officePath(kind, slug), name: `Settings of ${title}` },
              { label: "Delete", to: officePath(kind, slug, "delete"), name: `Delete ${title}`, isDangerous: true },
            ],
          }),
        ),
      },
      empty: "There are no collections yet.",
    };
  },
  begin: () =>
    Promise.resolve({
      lede: "It is off at first. Add its recordings and set its price, then switch it on.",
      fields: viewOf(newCollectionFields),
      values: beginningOf(newCollectionFields),
    }),
  async open({ db }, slug) {
    const collection = await requireCollection(db, slug);
    const { id, title, plate } = collection;
    const [picture = null] = await describeFiles(db, collection.pictureId ? [collection.pictureId] : []);
    const standIn = wordsOf({ ...collection, description: "" }).lede;
    const { removePicture: _, ...values } = textsOf(collectionFields, {
      ...collection,
      plate: plate ?? "other",
      pictureId: picture?.id,
    });
    return {
      name: title,
      title: `${title}: the collection`,
      lede: `Its page is ${kinds.collection.pathOf(collection)}.`,
      back: { label: title, to: libraryPath(collection) },
      fields: viewOf(collectionFields, {
        inputs: { pictureId: { file: picture } },
        hints: standIn ? { description: `If empty: “${standIn}”` } : {},
        without: picture ? [] : ["removePicture"],
      }),
      values,
      version: versionOf(collectionOf(collection)),
      deletion: await describeDeletion(db, { id, kind }, "It has no recordings, and no one has bought it."),
    };
  },
  create: createCollection,
  edit: editCollection,
  remove: deleteCollection,
};
