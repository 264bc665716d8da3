#!/usr/bin/env python3
"""What scikit-learn makes of a small cloud: principal components, and how well its t-SNE keeps neighbours.

Needs scikit-learn. Writes tests/reference/embedding.json: the rows, their components, and for 2 and 3 dimensions the
divergence and the trustworthiness that t-SNE reaches. The labels are the clusters the rows were drawn from.
"""
import json
import os

import numpy as np
from sklearn.decomposition import PCA
from sklearn.manifold import TSNE, trustworthiness

rng = np.random.default_rng(1)
clusters, each, width = 6, 50, 12
centres = rng.normal(0, 4, (clusters, width))
rows = np.concatenate([c + rng.normal(0, 1, (each, width)) * np.linspace(0.4, 1.6, width) for c in centres])
rows = rows.astype(np.float32).round(4)
labels = np.repeat(np.arange(clusters), each)

pca = PCA(3).fit(rows)
result = {
    "rows": rows.tolist(), "labels": labels.tolist(),
    "components": pca.transform(rows).astype(float).round(6).tolist(),
    "variance_share": pca.explained_variance_ratio_.tolist(),
}
for dims in (2, 3):
    model = TSNE(dims, perplexity=30, random_state=1, init="pca")
    points = model.fit_transform(rows)
    result[f"tsne_{dims}"] = {"divergence": float(model.kl_divergence_),
                              "trustworthiness": float(trustworthiness(rows, points, n_neighbors=10))}
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "embedding.json"), "w") as file:
    json.dump(result, file)
    file.write("\n")
print({k: result[k] for k in ("variance_share", "tsne_2", "tsne_3")})
